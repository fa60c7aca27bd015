import { Route, Routes } from 'react-router-dom'
import { Page as ResetPasswordPage } from '#web/src/people/sign-in/reset-password-page.tsx'
import { Page as AuthPage } from '#web/src/people/sign-in/page.tsx'

/** The pages that lead to each other when a password is reset, at their paths. */
export const signInPages = (
  <Routes>
    <Route path="/reset-password" element={<ResetPasswordPage />} />
    <Route path="/auth" element={<AuthPage />} />
  </Routes>
)
