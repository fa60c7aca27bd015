// Where sending needs an account, the registration opens over the page (app/shell/way-in.tsx).
import { pageStore } from '../storage/page-store.ts'

/** What is to be sent; null: the registration is not on the screen. */
const store = pageStore<{ prompt: string } | null>(() => null)

export const wayIn = store.getState
export const onWayIn = store.subscribe

export const openWayIn = (asked: { prompt: string }): void => store.setState(asked, true)
export const closeWayIn = (): void => store.setState(null, true)

/** The button of a visitor. */
export const registerAndSend = 'Зарегистрироваться и отправить'
