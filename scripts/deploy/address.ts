// The site's own name leads to the pages, whose certificate comes by itself, or to machines that reach the pages by their own address
// (docs/proxy/nginx.conf).
import { z } from 'zod'
import { ipAddressOf } from '#domain/ip-address.ts'
import type { Deployment } from './deployment.ts'
import { findProject, projectName, projectPath } from './health.ts'
import { allOf, type Step, yours } from './steps.ts'

const domains = z.array(z.object({ name: z.string() }))
const records = z.array(z.object({ type: z.string(), content: z.string() }))

/** As Cloudflare stores it: one address may be written in many ways. */
const stored = (content: string): string => ipAddressOf(content)?.text ?? content

const recordOf = (content: string, isMachine: boolean) => ({
  type: !isMachine ? 'CNAME' : content.includes(':') ? 'AAAA' : 'A',
  content,
  proxied: !isMachine
})

export const addressStep = (deployment: Deployment): Step => ({
  name: `Address ${deployment.settings.site}`,
  async look() {
    const { api, zone, settings } = deployment
    const { site: name, proxy } = settings
    const path = `${projectPath(deployment)}/domains`
    const [known, pages, found] = await Promise.all([
      api.find(path, domains),
      findProject(deployment),
      zone && api.find(`/zones/${zone}/dns_records?name=${name}`, records)
    ])
    const target = pages?.subdomain ?? `${projectName(deployment)}.pages.dev`
    const wanted = proxy ? [...new Set(proxy.map(stored))] : [target]
    const leads = (found || []).filter(({ type }) => /^(A|AAAA|CNAME)$/.test(type)).map((one) => stored(one.content))
    const [first = ''] = wanted
    const strange = leads.find((content) => !wanted.includes(content))
    // A person's, as the name would lead nowhere between two calls, and a machine may not be ready.
    if (strange !== undefined)
      return yours(
        `${name} leads to ${strange}, which the settings do not name: turn that record into ${recordOf(first, !!proxy).type} ${first}, ` +
          (proxy ? 'not proxied: the command makes the others.' : 'proxied, or name the machine as "proxy".')
      )
    return allOf(`leads to ${proxy ? 'your proxy ' : ''}${wanted.join(', ')}`, [
      {
        isThere: proxy !== undefined || known?.some((one) => one.name === name) === true,
        plan: `add ${name} to the project`,
        make: () => api.post(path, { name }, z.unknown())
      },
      ...wanted.map((content) => ({
        isThere: leads.includes(content),
        plan: `make the record ${proxy ? `${recordOf(content, true).type} ` : ''}${name} → ${content}`,
        make: () => api.post(`/zones/${zone}/dns_records`, { ...recordOf(content, !!proxy), name, ttl: 1 }, z.unknown())
      }))
    ])
  }
})
