// What a chat shows of a lost network beside a line of words. One file, because it is loaded before the network is lost.
export { SavedHere } from './saved-here.tsx'
export { WaitingNote } from './waiting-note.tsx'
