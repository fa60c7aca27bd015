/** How much faster than real the providers are in the tests of the Worker. */
export const sandboxSpeed = 50
