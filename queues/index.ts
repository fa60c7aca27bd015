export { sendJob } from './send.ts'
