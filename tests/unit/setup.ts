// Node itself loads the files of this project. What Vite would do for them is done here, once for all test files of a thread.
import '../simulation/engine/in-node.ts'
import '../support/node/page-settings.ts'
