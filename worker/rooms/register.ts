// The calls of the register inside the country.
import type { Hono } from 'hono'
import type { HonoEnv } from '../http/context.ts'
import { mountRegister } from '../register/routes.ts'

export function mount(app: Hono<HonoEnv>) {
  mountRegister(app)
}
