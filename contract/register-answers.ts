// What the Worker answers to the calls of the register (register.ts). In a file of its own, because only the register checks answers.
import { z } from 'zod'
import type { OwnCall } from './register.ts'

export const ownAnswers = {
  erased: z.object({
    erased: z.array(z.object({ registerId: z.string(), account: z.string(), erasedAt: z.number() }))
  }),
  /** `registerId` is null: the account is older than the register. */
  accounts: z.object({
    accounts: z.array(
      z.object({
        account: z.string(),
        registerId: z.string().nullable(),
        addressHash: z.string(),
        isConfirmed: z.boolean()
      })
    )
  }),
  /** Null: there is no such account. */
  erasure: z.object({ erasedAt: z.number().nullable() })
} satisfies Record<OwnCall, z.ZodType>

export type OwnAnswers = { [Name in OwnCall]: z.output<(typeof ownAnswers)[Name]> }
