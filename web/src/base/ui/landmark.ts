/**
 * Where menus and tooltips are put: into the page's main landmark, so that people who move by landmarks come across
 * them. They are placed by fixed coordinates, so it makes no difference to the eye.
 */
export const landmark = (): HTMLElement => document.querySelector('main') ?? document.body
