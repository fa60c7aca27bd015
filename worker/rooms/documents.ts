// Answers as documents beside their chats.
export { mountDocuments as mount } from '../answers/document-routes.ts'
