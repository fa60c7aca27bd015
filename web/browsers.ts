/** The newest features that the pages need are CSS `light-dark()` and `Intl.Segmenter`, which these versions added in spring 2024. */
export const browsers = ['chrome123', 'firefox125', 'safari17.5']
