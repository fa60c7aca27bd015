// What the models of a user's chats remember.
export { mountMemory as mount } from '../answers/memory-routes.ts'
