/** Tells password managers whose password a form asks for, where nobody has to type it. */
export const AccountName = ({ email }: { email: string }) => (
  <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
)
