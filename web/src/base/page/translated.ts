/** Whether a browser or an extension is translating the page: they put `font` elements in place of texts, and the pages have none. */
export const isTranslated = (): boolean => document.getElementsByTagName('font').length > 0
