import { describe, expect, test } from 'vitest'
import { login } from '#contract/sign-in.ts'
import { passwordProblem } from '#contract/credential-rules.ts'
import { newPassword } from '#contract/validation.ts'

const filled = (length: number) => `Aa1!${'x'.repeat(length - 4)}`

describe('a new password', () => {
  test.each([
    [7, 'Пароль должен быть не менее 8 символов'],
    [8, null],
    [64, null],
    [73, null],
    [128, null],
    [129, 'Пароль должен быть не более 128 символов'],
    [1_000_000, 'Пароль должен быть не более 128 символов']
  ])('of %i characters: %s', (length, problem) => {
    expect(passwordProblem(filled(length))).toBe(problem)
  })

  test.each([
    ['', 'Пароль обязателен'],
    ['password', 'Пароль должен содержать: заглавную букву, цифру, специальный символ (@$!%*?&)'],
    ['PASSWORD1!', 'Пароль должен содержать: строчную букву'],
    ['Пароль1!aA', 'Пароль не должен содержать русские буквы'],
    ['Ёлка-1aA!', 'Пароль не должен содержать русские буквы'],
    // Of Ukrainian, Kazakh and Old Slavonic.
    ['Ї-Password1!', 'Пароль не должен содержать русские буквы'],
    ['қ-Password1!', 'Пароль не должен содержать русские буквы'],
    ['ѣ-Password1!', 'Пароль не должен содержать русские буквы'],
    ['Password1#', 'Пароль должен содержать: специальный символ (@$!%*?&)']
  ])('%j is refused: %s', (typed, problem) => {
    expect(passwordProblem(typed)).toBe(problem)
  })

  // Nothing is trimmed, normalised or cut: the user signs in with exactly what was typed.
  test.each([' Leading-1a!', 'Trailing-1a! ', 'In the-middle 1!', 'Emoji-😀-1a!', 'Žluťoučký-1A!', 'Tab\t1aA!xx'])(
    '%j is accepted unchanged',
    (typed) => {
      expect(newPassword.parse(typed)).toBe(typed)
      expect(login.input.parse({ email: 'ivan@example.ru', password: typed }).password).toBe(typed)
    }
  )
})
