// Preloaded into every part of a local product: ends the part, with its process group, when the process that started
// it is gone. A process that was killed with SIGKILL could not stop its parts, and their ports would stay taken.
const parent = process.ppid
setInterval(() => process.ppid === parent || process.kill(0, 'SIGKILL'), 500).unref()
