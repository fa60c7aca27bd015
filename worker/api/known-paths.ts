import { TrieRouter } from 'hono/router/trie-router'

const pathsMax = 100

/** Remembers who answers a path: programs ask few, thousands of times. By the whole path, so what a part of it is read as is remembered too. */
export class KnownPaths<Handler> extends TrieRouter<Handler> {
  readonly #known = new Map<string, ReturnType<TrieRouter<Handler>['match']>>()

  override match(method: string, path: string) {
    const name = `${method} ${path}`
    const known = this.#known.get(name)
    if (known) return known
    const found = super.match(method, path)
    if (this.#known.size >= pathsMax) this.#known.clear()
    this.#known.set(name, found)
    return found
  }
}
