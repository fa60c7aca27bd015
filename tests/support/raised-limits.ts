/** Settings of the API Worker under which tests never meet a limit they do not ask for. */
export const raisedLimits = {
  LIMIT_TEXT_PER_MINUTE: '100000',
  LIMIT_CHAT_WRITES_PER_MINUTE: '100000',
  LIMIT_RUNNING_ANSWERS: '1000',
  LIMIT_SIGN_IN_PER_MINUTE: '100000',
  LIMIT_SIGN_UP_PER_HOUR: '100000',
  LIMIT_MAIL_PER_HOUR: '100000'
}
