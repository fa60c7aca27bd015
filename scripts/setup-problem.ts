/** What a user can put right: shown as it is, without a stack. */
export class SetupProblem extends Error {
  override name = 'SetupProblem'
}
