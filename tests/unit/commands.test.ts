// What people do wrong with the commands of package.json: each says it in plain words, ends with an error and makes nothing.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { cloudflare } from '#scripts/deploy/cloudflare.ts'
import { readSettings } from '#register/settings.ts'
import { demandNoWords } from '#scripts/base/main.ts'
import { root } from '#scripts/base/root.ts'
import { saidOf } from '#scripts/base/setup-problem.ts'
import { refusalOf, silenceOf } from '#scripts/base/site-words.ts'
import { calledSite } from '#scripts/called-site.ts'
import { refusedSettings } from '#scripts/health.ts'
import { keptToken } from '#scripts/kept-token.ts'
import { isRegisterWanted } from '#scripts/local-register.ts'
import { demandFreePorts, findFreePort } from '#scripts/ports.ts'

async function run(words: string[], variables: Record<string, string> = {}) {
  const [command = '', ...more] = words
  const own = mkdtempSync(join(tmpdir(), 'commands-'))
  const env = { PATH: process.env.PATH, DATA_FOLDER: own, ...variables }
  const child = spawn(process.execPath, [join(root, `scripts/${command}.ts`), ...more], {
    cwd: root,
    env,
    timeout: 30_000
  })
  const [said, printed, [code]] = await Promise.all([text(child.stderr), text(child.stdout), once(child, 'close')])
  const made = readdirSync(own)
  rmSync(own, { recursive: true })
  return { said, printed, code: code as number, made }
}

const key = 'Qk7Zt2VbN9xLr4Wd8PcY3Hf6Jm5Sg1Ta'
const elsewhere = { REGISTER_KEY: key, REGISTER_UPSTREAM: 'https://my-company.ru' }

test.concurrent.each<[string[], Record<string, string>, string]>([
  [['operator', 'list'], { PORT: 'abc' }, 'PORT=abc is not a port'],
  [['backup', 'create', 'x', '--operator=a b', '--reason=a drill'], { BACKUP_TOKEN: key }, '--operator: '],
  [['register', 'backup', 'copy'], {}, 'There is no register in'],
  // Node's recursive `mkdir` never returns from there.
  [['register', 'serve'], { DATA_FOLDER: '/proc/nowhere/one' }, 'No folder can be made in /proc'],
  [
    ['register', 'backup', 'copy'],
    { ...elsewhere, REGISTER_DATABASE_URL: '/nowhere/one' },
    'no register at /nowhere/one'
  ],
  [
    ['register', 'compare'],
    { ...elsewhere, REGISTER_DATABASE_URL: join(root, 'package.json') },
    'file is not a database'
  ]
])('%j with %o is refused in plain words', async (words, variables, problem) => {
  const { said, printed, code, made } = await run(words, variables)
  expect({ said, code }).toEqual({ said: expect.stringContaining(problem), code: 1 })
  expect(said).not.toContain('    at ')
  expect(printed).not.toContain('copied')
  expect(made).toEqual([])
})

let folder = ''
const newFolder = () => (folder = mkdtempSync(join(tmpdir(), 'commands-')))
const removeFolder = () => rmSync(folder, { recursive: true })

describe('the site that a command speaks with', () => {
  beforeEach(newFolder)
  afterEach(removeFolder)

  test.each([
    ['my-company.ru', 'must be an address'],
    ['https://my-company.ru/', 'without a path and a final slash'],
    ['http://my-company.ru', 'is sent to https addresses'],
    // The token of the product on this machine is not sent there.
    ['https://my-company.ru', 'OPERATOR_TOKEN is missing']
  ])('%s without a token: %s', (origin, problem) => {
    keptToken(folder, 'operator')
    expect(() => calledSite({ SITE_ORIGIN: origin, DATA_FOLDER: folder }, 'operator')).toThrow(problem)
  })

  test('is the one of this machine, or the one that is named with its token', () => {
    const token = keptToken(folder, 'operator')
    expect(calledSite({ PORT: '9000', DATA_FOLDER: folder }, 'operator')).toEqual({
      siteOrigin: 'http://localhost:9000',
      token
    })
    const named = { SITE_ORIGIN: 'https://my-company.ru', OPERATOR_TOKEN: ` ${key}\n` }
    // Where browsers leave the port out.
    expect(calledSite({ PORT: '80', DATA_FOLDER: folder }, 'operator')).toMatchObject({
      siteOrigin: 'http://localhost'
    })
    expect(calledSite(named, 'operator')).toEqual({ siteOrigin: 'https://my-company.ru', token: key })
    expect(() => calledSite({ ...named, OPERATOR_TOKEN: 'a\nb' }, 'operator')).toThrow('is not a token')
  })

  test('that was never started has no token', () => {
    expect(() => calledSite({ DATA_FOLDER: folder }, 'backup')).toThrow('run npm start first, or set BACKUP_TOKEN')
  })

  test('that knows no such token is told apart from one that knows no such person', () => {
    const data = null
    const hint = 'Is OPERATOR_TOKEN the one of this site?'
    expect(refusalOf(404, { error: 'Не найдено', code: 'NOT_FOUND', data })).toContain(hint)
    expect(refusalOf(404, { error: 'Аккаунта с такой почтой нет', code: 'NOT_FOUND', data })).not.toContain(hint)
  })

  test('that is silent says why, and so does Cloudflare', async () => {
    const error = new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED 127.0.0.1:9000') })
    expect(silenceOf('http://localhost:9000', error)).toContain('(connect ECONNREFUSED 127.0.0.1:9000)')
    const silent = cloudflare('token', `http://127.0.0.1:${await findFreePort()}`, new AbortController().signal)
    await expect(silent.find('/zones', z.unknown())).rejects.toThrow('Cloudflare does not answer (connect ECONNREFUSED')
  })
})

test('for a port that is taken another one is named, which the product does not want for itself', async () => {
  const port = await findFreePort()
  const server = createServer().listen(port, '127.0.0.1')
  await once(server, 'listening')
  const said = await demandFreePorts({ PORT: port, SANDBOX_PORT: port + 10 }).catch(String)
  server.close()
  expect(said).toMatch(`Port ${port} is taken by another program`)
  expect(said).not.toContain(`=${port + 10}`)
})

test('every program of `scripts` is started by the one that installs packages first, on any Node', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  expect(Object.entries(scripts).filter(([, command]) => command.startsWith('node scripts/'))).toEqual([])
})

test('a token of which a full disk has left an empty file is made anew', () => {
  newFolder()
  writeFileSync(join(folder, 'factor-token'), '')
  const token = keptToken(folder, 'factor')
  expect(token).toHaveLength(43)
  expect(keptToken(folder, 'factor')).toBe(token)
  expect(readdirSync(folder)).toEqual(['factor-token'])
  removeFolder()
})

test.each([
  ['ENOSPC', {}, 'The disk is full'],
  ['EIO', { path: '/data/x' }, '/data/x was not written: the disk is full'],
  ['ERR_SQLITE_ERROR', { errcode: 13 }, 'The disk is full: the file was not written'],
  ['ERR_SQLITE_ERROR', { errcode: 14 }, 'Is its folder there, and may this user write into it?'],
  ['EACCES', { path: '/root/x' }, 'This user has no right to /root/x'],
  ['EADDRINUSE', { port: 80 }, 'port 80 is taken']
])('%s is said in plain words', (code, more, words) => {
  expect(saidOf(Object.assign(new Error('x'), { code }, more))).toContain(words)
})

test('settings that the Worker refuses are said without the form of its answer', () => {
  const error = 'Bad environment: RESTORING: must be the id of a backup'
  const answer = JSON.stringify({ success: false, data: null, message: null, error, code: 'BAD_ENVIRONMENT' })
  expect(refusedSettings(answer)).toMatch(`${error}. What each setting may be`)
  expect(refusedSettings('{"success":true}')).toBeUndefined()
})

test('an upstream of the register that is no address is named', () => {
  const settings = { REGISTER_KEY: key, REGISTER_UPSTREAM: 'platform', REGISTER_DATABASE_URL: 'x' }
  expect(() => readSettings(settings)).toThrow('REGISTER_UPSTREAM: ')
})

test('words after a command without arguments, and other words than 1 for the register, are refused', () => {
  expect(() => demandNoWords(['--port=3000'], 'Ports are variables.')).toThrow('--port=3000 is not understood. Ports')
  expect(() => demandNoWords([], '')).not.toThrow()
  expect(() => isRegisterWanted({ REGISTER: 'yes' })).toThrow('REGISTER=yes is not understood')
  expect([isRegisterWanted({}), isRegisterWanted({ REGISTER: '1' })]).toEqual([false, true])
})

test('a bug keeps its stack', () => {
  const bug = new TypeError('x is undefined')
  expect(saidOf(bug)).toBe(bug)
})
