import { useState, type SubmitEvent } from 'react'
import { registerHere } from './sign-in-calls.ts'
import { freeTokens } from '#contract/catalogue/plans.ts'
import { cheapestModel, formatAnswers } from '../../base/format/gift.tsx'
import { formatTokens } from '../../base/format/tokens.ts'
import { errorText } from '../../base/http/error-text.ts'
import { Button } from '../../base/ui/button.tsx'
import {
  consentProblem,
  EmailField,
  emailProblem,
  isAboutFields,
  NewPasswordField,
  newPasswordProblem,
  PasswordRules,
  problemsOf,
  RepeatedPasswordField,
  repeatProblem
} from '../credential-fields.tsx'
import { DocumentLink } from './document-link.tsx'
import { useProofNotice } from './proof-notice.tsx'
import { FormAlert, type Problems, refusedFields, useProblems } from '../../base/form/problems.tsx'
import { useSingleMutation } from '../../base/form/use-single-mutation.ts'
import { paths } from '../../base/paths.ts'
import { CheckBox } from '../../base/ui/check-box.tsx'
import { isTouched } from '../../base/ui/use-while.ts'

/** Above the form. */
export const giftText = (
  <>
    <span>{`${formatTokens(freeTokens)} в подарок после подтверждения почты`}</span>
    <span data-needs={cheapestModel.id}>{`: это ${formatAnswers(freeTokens, cheapestModel)}`}</span>
    <span>.</span>
  </>
)

interface RegistrationFormProps {
  email: string
  /** Of the link by which the person came. */
  invite?: string | undefined
  onEmailChange: (email: string) => void
  onRegistered: () => void
}

export function RegistrationForm({ email, invite, onEmailChange, onRegistered }: RegistrationFormProps) {
  const [form, setForm] = useState(emptyRegistration)
  const { problems, clear, edits, report, reportRefusal, form: sent } = useProblems<RegistrationField>()
  const proof = useProofNotice()
  const registration = useSingleMutation({
    mutationFn: (input: Parameters<typeof registerHere>[0]) => registerHere(input, proof.onProof),
    onSuccess: onRegistered,
    onError: (error) => reportRefusal(refusedFields(error, fields))
  })
  const mismatch = form.password === form.repeat ? undefined : 'Пароли не совпадают'

  const missing = missingText(email, form)

  const edit = <Field extends keyof typeof form>(field: Field, value: (typeof form)[Field]) => {
    clear(field)
    setForm({ ...form, [field]: value })
  }

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!report(event.currentTarget, problemsOfRegistration(email, form))) return
    const { password } = form
    proof.reset()
    registration.start({ email: email.trim(), password, invite, consents: { offer: true, personalData: true } })
  }

  return (
    <form ref={sent} noValidate onSubmit={submit} className="flex flex-col gap-5">
      {registration.error && !isAboutFields(registration.error, fields) && (
        <FormAlert tone="danger">{errorText(registration.error, 'Ошибка регистрации')}</FormAlert>
      )}
      <EmailField
        // Of a dialog. Where fingers are used, the keyboard would cover what it says.
        data-first-focus={!isTouched() || undefined}
        value={email}
        error={problems.email}
        onChange={edits('email', onEmailChange)}
      />
      <div className="flex flex-col gap-3">
        <NewPasswordField
          label="Пароль"
          value={form.password}
          error={problems.password}
          onChange={(typed) => edit('password', typed)}
        />
        <PasswordRules password={form.password} />
      </div>
      <RepeatedPasswordField
        value={form.repeat}
        error={form.repeat === '' ? problems.repeat : mismatch}
        onChange={(typed) => edit('repeat', typed)}
      />
      <ConsentBoxes value={form} problems={problems} onChange={edit} />
      <Button
        type="submit"
        size="large"
        busy={registration.isPending}
        disabled={mismatch !== undefined}
        className="h-auto! min-h-14 flex-wrap py-2 whitespace-normal!"
      >
        <span className="flex flex-col items-center leading-tight">
          <span>Создать аккаунт</span>
          {missing && <span className="text-caption font-normal opacity-80">{missing}</span>}
        </span>
      </Button>
      {registration.isPending && proof.notice}
    </form>
  )
}

interface ConsentBoxesProps {
  value: Registration
  problems: Problems<RegistrationField>
  onChange: (name: 'consents.offer' | 'consents.personalData', given: boolean) => void
}

/** Two separate consents, both unticked at first. */
const ConsentBoxes = ({ value, problems, onChange }: ConsentBoxesProps) => (
  <div className="flex flex-col gap-4">
    <CheckBox
      name="offer"
      checked={value['consents.offer']}
      error={problems['consents.offer']}
      onChange={(event) => onChange('consents.offer', event.target.checked)}
      label={
        <>
          Принимаю <DocumentLink to={paths.userAgreement}>пользовательское соглашение</DocumentLink> и{' '}
          <DocumentLink to={paths.terms}>условия использования</DocumentLink>
        </>
      }
    />
    <CheckBox
      name="personal-data"
      checked={value['consents.personalData']}
      error={problems['consents.personalData']}
      onChange={(event) => onChange('consents.personalData', event.target.checked)}
      label={
        <>
          Даю согласие на <DocumentLink to={paths.dataProcessingPolicy}>обработку персональных данных</DocumentLink>
        </>
      }
    />
  </div>
)

/** By the names that the server has for what it refuses. */
const emptyRegistration = { password: '', repeat: '', 'consents.offer': false, 'consents.personalData': false }
type Registration = typeof emptyRegistration
type RegistrationField = keyof Registration | 'email'
const fields = ['email', 'password', 'consents.offer', 'consents.personalData'] as const

const problemsOfRegistration = (email: string, form: Registration) =>
  problemsOf<RegistrationField>({
    email: emailProblem(email),
    password: newPasswordProblem(form.password),
    repeat: repeatProblem(form.password, form.repeat),
    'consents.offer': consentProblem(form['consents.offer']),
    'consents.personalData': consentProblem(form['consents.personalData'])
  })

/** What the button waits for, in the order of the form; null: nothing. */
function missingText(email: string, form: Registration): string | null {
  const found = problemsOfRegistration(email, form)
  if (found.repeat !== undefined && form.repeat !== '') return 'Пароли не совпадают'
  const consents = [found['consents.offer'], found['consents.personalData']].filter(Boolean).length
  const parts = [
    ...(found.email === undefined ? [] : ['email']),
    ...(found.password === undefined ? [] : ['пароль']),
    ...(found.repeat === undefined && form.repeat !== '' ? [] : ['повтор пароля']),
    ...(consents === 0 ? [] : [consents === 2 ? 'два согласия' : 'одно согласие'])
  ]
  return parts.length === 0 ? null : `Осталось: ${parts.join(', ')}`
}
