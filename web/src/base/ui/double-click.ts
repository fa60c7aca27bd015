/** An order may be accepted between the two clicks of a double click: for so long the second one must not place another. */
export const doubleClickMs = 700
