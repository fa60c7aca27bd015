/** Words that this sandbox reads itself; the upstream would never see them. */
const faultWord = /\[сбой:[^\]]*\]/gi

/** Letters of another script than the Latin one. */
const foreignLetter = /(?![\p{Script=Latin}\p{Script=Common}])\p{L}/u

/** Whether a form's texts are in a language that the upstream reads, as far as their letters tell. */
export const isEnglish = (form: FormData): boolean =>
  ['prompt', 'negative_prompt'].every(
    (name) => !foreignLetter.test(String(form.get(name) ?? '').replaceAll(faultWord, ''))
  )
