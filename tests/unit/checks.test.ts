import { expect, test } from 'vitest'
import { countsIn } from '#scripts/checks.ts'

const result = (fullName: string, status: string, ...failureMessages: string[]) => ({
  fullName,
  status,
  failureMessages
})

test('a test that passed only when it was repeated is counted and named', () => {
  const files = [
    { assertionResults: [result('A chat', 'passed'), result('A film', 'passed', 'Timeout')] },
    { assertionResults: [result('A voice', 'failed', 'Timeout', 'Timeout')] }
  ]
  const text = JSON.stringify({ numPassedTests: 2, numFailedTests: 1, testResults: files })
  expect(countsIn(text)).toEqual({ passed: 2, failed: 1, repeated: [{ name: 'A film', errors: ['Timeout'] }] })
})
