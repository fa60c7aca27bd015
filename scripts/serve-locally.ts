import { join, relative, resolve } from 'node:path'
import { aborted, demandNoWords, main } from './base/main.ts'
import { localChat } from './local-chat.ts'
import { isRegisterWanted } from './local-register.ts'
import { readPort } from './ports.ts'
import type { Product, ProductOptions } from './product.ts'
import { root } from './base/root.ts'

const summary = ({ siteOrigin, sandboxOrigin }: Product, dataFolder: string, chats: string | undefined) => `
  Site      ${siteOrigin}
  Mail      ${sandboxOrigin}/mail   every letter of the site arrives here
  Sandbox   ${sandboxOrigin}        plays the AI services; explains how to make them slow or fail
  Chats     ${chats ?? 'the sandbox; a real key or Ollama: CHAT, in README.md'}
  Data      ${relative(root, dataFolder) || '.'}/   kept between runs; delete it to begin afresh

  Ctrl-C stops everything.
`

/** Runs the product on this machine until Ctrl-C, or until one of its parts fails. */
export const serveLocally = (start: (options: ProductOptions) => Promise<Product>) =>
  main(async (signal) => {
    demandNoWords(process.argv.slice(2), 'Ports, folder and suppliers are variables: PORT=3000 npm start (README.md).')
    const dataFolder = resolve(root, process.env.DATA_FOLDER || '.data')
    const port = readPort('PORT', 8788)
    const sandboxPort = readPort('SANDBOX_PORT', 8799)
    console.log('Starting: pages, API and sandbox …')
    const ownSettings = join(root, '.dev.vars')
    // A stack that `npm run backup -- restore` fills.
    const restoring = process.env.RESTORING ? { RESTORING: process.env.RESTORING } : {}
    const { variables: chat, secrets } = localChat(process.env.CHAT)
    const variables = { ...restoring, ...chat }
    const withRegister = isRegisterWanted(process.env)
    const settings = { dataFolder, ownSettings, variables, secrets, withRegister }
    const product = await start({ port, sandboxPort, ...settings, signal })
    const chats = chat['CHAT_SUPPLIER_URL']
    console.log(summary(product, dataFolder, chats))
    const failure = await Promise.race([product.failed, aborted(signal)])
    if (failure === undefined) console.log('Stopping …')
    else console.error(`${failure}\nThe rest of the product is stopped with it.`)
    await product.stop()
    if (failure !== undefined) process.exit(1)
  })
