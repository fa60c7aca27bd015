// Answers drawn by the packages that the chat draws them with: tests/unit/markdown-without-unused.test.ts builds this once more.
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import Markdown, { type Options } from 'react-markdown'

const likeGitHub: NonNullable<Options['remarkPlugins']>[number] = function () {
  Object.assign(this.data(), { micromarkExtensions: [gfm()], fromMarkdownExtensions: [gfmFromMarkdown()] })
}

/** The elements of a text. */
export const drawn = (text: string) => Markdown({ children: text, remarkPlugins: [likeGitHub] })
