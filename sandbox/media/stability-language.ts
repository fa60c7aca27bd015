/** Fault words are meant for the sandbox, so they do not count as text in a foreign language. */
const faultWord = /\[(?:сбой|брак):[^\]]*\]/gi

/** A letter of a script other than Latin. */
const foreignLetter = /(?![\p{Script=Latin}\p{Script=Common}])\p{L}/u

/** Whether the form's texts are in English, which the upstream demands; judged by their letters. */
export const isEnglish = (form: FormData): boolean =>
  ['prompt', 'negative_prompt'].every(
    (name) => !foreignLetter.test(String(form.get(name) ?? '').replaceAll(faultWord, ''))
  )
