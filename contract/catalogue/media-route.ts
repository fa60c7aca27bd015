// Translates our parameters for the provider: which route runs, and with which options.
import type { ParameterValues } from './parameters.ts'
import { parametersOfOne } from './batch.ts'
import type { MediaRoute, StudioEntry } from './entry.ts'

function matches({ when }: MediaRoute, parameters: ParameterValues): boolean {
  return Object.entries(when ?? {}).every(([name, wanted]) => {
    const value = parameters[name]
    return 'max' in wanted ? typeof value === 'number' && value <= wanted.max : wanted.includes(String(value))
  })
}

/** @throws Error when no route accepts these parameters, which means that the entry is incomplete */
export function mediaRouteOf(entry: StudioEntry, parameters: ParameterValues): MediaRoute {
  const route = entry.upstream.find((candidate) => matches(candidate, parameters))
  if (!route) throw new Error(`${entry.id} has no upstream for these parameters`)
  return route
}

/**
 * The parameters as the provider takes them. A translated value keeps its parameter's name, unless its table sets other
 * fields. A parameter that only selected the route is left out.
 * @throws Error for a choice that its table does not translate
 */
export function translated(route: MediaRoute, parameters: ParameterValues): Record<string, string | number> {
  const options: Record<string, string | number> = {}
  for (const [name, value] of Object.entries(parametersOfOne(parameters))) {
    const table = route.translate?.[name]
    const scale = route.scale?.[name]
    if (table) {
      const found = Object.hasOwn(table, String(value)) ? table[String(value)] : undefined
      if (found === undefined) throw new Error(`${route.model} has no translation of ${name} ${value}`)
      Object.assign(options, typeof found === 'object' ? found : { [name]: found })
    } else if (scale) options[name] = Math.max(scale.min, Number(value) * scale.factor)
    else if (!Object.hasOwn(route.when ?? {}, name)) options[name] = value
  }
  return options
}
