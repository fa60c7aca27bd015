/** What translators put in place of texts: that of Chrome and its like, and that of Yandex Browser. The pages have neither. */
const elementNames = ['font', 'ya-tr-span']

/** Whether a browser or an extension is translating the page. */
export const isTranslated = (): boolean => elementNames.some((name) => document.getElementsByTagName(name).length > 0)
