// The clients that are walked, and what each is known to do: measured with the product, see decisions/0097-recorded-clients.md.
import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../base/root.ts'

export interface Setting {
  /** Where the client is installed. */
  installed: string
  /** Empty folders of this run. */
  home: string
  workspace: string
  /** Of the recorder, without `/v1`. */
  origin: string
  key: string
  model: string
  prompt: string
}

export interface Program {
  command: string
  words: string[]
  environment?: Record<string, string>
}

export interface Client {
  /** The package. */
  name: string
  version: string
  /** The tool that reads a file or runs a command, and what it is given. */
  tool: { name: string; given: (file: string) => string }
  /** Files of its home, by their path there. */
  files?: (setting: Setting) => Record<string, string>
  /** Runs before. */
  setUp?: (setting: Setting) => Program
  ask: (setting: Setting, prompt: string) => Program
  /** How many requests it sends at most for one order that is refused or cut. */
  requests: { unpaid: number; revoked: number; cut: number }
  /** After a stream that was cut it orders again by itself, so that the answer arrives. */
  repeatsCut?: true
  /** It asks for the rest in words of its own, so that another answer follows the first half. */
  resumesCut?: true
  /** It asks for a title beside each first order. */
  titles?: true
}

const node = join(root, 'node_modules/.bin/node')
const platform = `${process.platform}-${process.arch}`
const inPackages = ({ installed }: Setting, path: string) => join(installed, 'node_modules', path)
const theFile = (file: string) => file

const codex: Client = {
  name: '@openai/codex',
  version: '0.171.0',
  tool: { name: 'exec_command', given: (file) => `cat ${file}` },
  files: ({ origin, model }) => ({
    '.codex/config.toml': [
      `model = "${model}"`,
      'model_provider = "site"',
      'check_for_update_on_startup = false',
      '[analytics]',
      'enabled = false',
      '[model_providers.site]',
      'name = "site"',
      `base_url = "${origin}/v1"`,
      'env_key = "SITE_KEY"',
      'wire_api = "responses"\n'
    ].join('\n')
  }),
  ask: (setting, prompt) => ({
    command: node,
    words: [
      realpathSync(inPackages(setting, '.bin/codex')),
      'exec',
      '--skip-git-repo-check',
      '--sandbox',
      'danger-full-access',
      prompt
    ],
    environment: { SITE_KEY: setting.key }
  }),
  // It repeats a 401 and a 402 as it repeats a lost connection.
  requests: { unpaid: 6, revoked: 6, cut: 6 },
  repeatsCut: true
}

const claudeCode: Client = {
  name: '@anthropic-ai/claude-code',
  version: '2.1.332',
  tool: { name: 'Read', given: theFile },
  ask: (setting, prompt) => ({
    command: inPackages(setting, `@anthropic-ai/claude-code-${platform}/claude`),
    words: ['-p', '--allowed-tools', 'Read', '--', prompt],
    environment: {
      ANTHROPIC_BASE_URL: setting.origin,
      ANTHROPIC_AUTH_TOKEN: setting.key,
      ANTHROPIC_MODEL: setting.model,
      ANTHROPIC_SMALL_FAST_MODEL: setting.model,
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
      DISABLE_TELEMETRY: '1'
    }
  }),
  // A cut stream is ordered once more, without a stream.
  requests: { unpaid: 1, revoked: 1, cut: 2 },
  repeatsCut: true
}

const opencode: Client = {
  name: 'opencode-ai',
  version: '1.18.33',
  tool: { name: 'read', given: theFile },
  files: ({ origin, key, model }) => ({
    '.config/opencode/opencode.json': JSON.stringify({
      autoupdate: false,
      share: 'disabled',
      model: `site/${model}`,
      small_model: `site/${model}`,
      provider: {
        site: {
          npm: '@ai-sdk/openai-compatible',
          name: 'site',
          options: { baseURL: `${origin}/v1`, apiKey: key },
          models: { [model]: { name: model } }
        }
      }
    })
  }),
  ask: (setting, prompt) => ({
    command: inPackages(setting, `opencode-${platform}/bin/opencode`),
    words: ['run', prompt],
    environment: { OPENCODE_DISABLE_AUTOUPDATE: '1', OPENCODE_DISABLE_MODELS_FETCH: '1' }
  }),
  requests: { unpaid: 2, revoked: 2, cut: 3 },
  repeatsCut: true,
  titles: true
}

const qwenCode: Client = {
  name: '@qwen-code/qwen-code',
  version: '0.24.4',
  tool: { name: 'read_file', given: theFile },
  ask: (setting, prompt) => ({
    command: node,
    words: [
      realpathSync(inPackages(setting, '.bin/qwen')),
      '--auth-type',
      'openai',
      '--approval-mode',
      'yolo',
      '-p',
      prompt
    ],
    environment: {
      OPENAI_BASE_URL: `${setting.origin}/v1`,
      OPENAI_API_KEY: setting.key,
      OPENAI_MODEL: setting.model,
      QWEN_TELEMETRY_ENABLED: 'false'
    }
  }),
  // The third looks for what to remember of the answer.
  requests: { unpaid: 1, revoked: 1, cut: 3 },
  repeatsCut: true,
  resumesCut: true
}

const clineProgram = (setting: Setting) => inPackages(setting, `@cline/cli-${platform}/bin/cline`)

const cline: Client = {
  name: 'cline',
  version: '3.0.65',
  tool: { name: 'read_files', given: theFile },
  setUp: (setting) => ({
    command: clineProgram(setting),
    words: ['auth', 'openai-compatible', '-b', `${setting.origin}/v1`, '-k', setting.key, '-m', setting.model]
  }),
  ask: (setting, prompt) => ({ command: clineProgram(setting), words: [prompt] }),
  requests: { unpaid: 1, revoked: 1, cut: 1 }
}

const continueCli: Client = {
  name: '@continuedev/cli',
  version: '1.5.47',
  tool: { name: 'Read', given: theFile },
  files: ({ origin, key, model }) => ({
    'config.yaml': [
      'name: local',
      'version: 1.0.0',
      'schema: v1',
      'models:',
      '  - name: site',
      '    provider: openai',
      `    model: ${model}`,
      `    apiBase: ${origin}/v1`,
      `    apiKey: ${key}`,
      '    roles: [chat]\n'
    ].join('\n')
  }),
  ask: (setting, prompt) => ({
    command: node,
    words: [
      inPackages(setting, '@continuedev/cli/dist/cn.js'),
      '-p',
      '--config',
      join(setting.home, 'config.yaml'),
      prompt
    ],
    environment: { CONTINUE_METRICS_ENABLED: '0', CONTINUE_CLI_ENABLE_TELEMETRY: '0' }
  }),
  requests: { unpaid: 1, revoked: 1, cut: 2 },
  repeatsCut: true
}

export const clients: readonly Client[] = [codex, claudeCode, opencode, qwenCode, cline, continueCli]
