// The interface of the channels that bring alarms to operators.

export interface AlarmMessage {
  /** The same when a message is sent again, so that a receiver can recognise it. */
  id: string
  title: string
  /** Plain text of a few lines for each alarm. */
  text: string
  /** Where the console lists all alarms. */
  url: string
  alarms: readonly MessagedAlarm[]
}

/** One alarm as programs read it. */
export interface MessagedAlarm {
  id: number
  kind: string
  severity: string
  title: string
  subject: string
  todo: string
  count: number
  first_at: string
  last_at: string
  url: string
}

export interface AlarmChannel {
  /** Resolves when the channel has taken the message. @throws ProviderFailure */
  send(message: AlarmMessage): Promise<void>
}
