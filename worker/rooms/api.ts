// Calls with a key of the API, under `/v1`.
export { createApi } from '../api/app.ts'
