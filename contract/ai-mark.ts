/** The line with a work that a model made, where the operator wants one: on pages, and in pictures that the browser writes. */
export const aiMarkText = 'Создано с помощью ИИ'
