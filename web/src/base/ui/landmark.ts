/**
 * The container of menus: the main landmark of the page, so that users who navigate by landmarks find them. Menus have fixed
 * coordinates, so their container does not change where they appear.
 */
export const landmark = (): HTMLElement => document.querySelector('main') ?? document.body
