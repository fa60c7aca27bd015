/** What a user has done before a run of the bench. */
export interface Past {
  userId: string
  /** Each is two lines of the journal. */
  operations: number
  conversations: number
  /** In the newest conversation. */
  messages: number
}
