// Numbers of cells are given whole: a sheet may show them rounded, or in thousands.

/** Programs count with 15 digits, and write 17 of them. */
export const plainNumber = (value: number): string => String(Number(value.toPrecision(15)))

/** @param value 1 is 100 % */
export const percentText = (value: number): string => `${plainNumber(value * 100)}%`
