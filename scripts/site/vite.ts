import { join } from 'node:path'
import { root } from '../base/root.ts'

/** Vite's own program. */
export const vite = join(root, 'node_modules/vite/bin/vite.js')
