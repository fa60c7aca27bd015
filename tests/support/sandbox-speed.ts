/** How much faster than real the providers are in the tests of the Worker. */
export const sandboxSpeed = 50

/** Results are small there: what a large one costs is tested where results are cut, joined and encoded. */
export const sandboxSizes = { variantSide: 64, charactersASecond: 75 }
