// The page of the stand-ins of Яндекс ID and VK ID, at which people agree.
import type { Locator, Page } from 'playwright-core'

/** Who somebody is at a provider. */
export interface Person {
  person: string
  email: string
}

/** The newest person at the provider's page, who has not been here. */
export const stranger = (page: Page): Locator => page.getByRole('button', { name: /^Другой человек/ })

export async function whoIs(agreeing: Locator): Promise<Person> {
  const link = new URL((await agreeing.getAttribute('data-to'))!, 'http://provider')
  return { person: link.searchParams.get('person')!, email: link.searchParams.get('email')! }
}

/** Agrees at the provider's page as this person. */
export async function agreeAs(page: Page, who: Partial<Person>): Promise<void> {
  await stranger(page).evaluate((agreeing, given) => {
    const link = new URL(agreeing.dataset['to']!, location.href)
    for (const [name, value] of Object.entries(given)) link.searchParams.set(name, value)
    agreeing.dataset['to'] = link.href
  }, who)
  await stranger(page).click()
}
