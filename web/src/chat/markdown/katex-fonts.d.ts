/** The fonts of KaTeX's styles: web/vite.config.ts. */
declare module 'katex/dist/katex.css?fonts'
