// The lower floor: a Worker that hands the upstream's response on without reading it.
interface PipeEnv {
  UPSTREAM: string
}

export default {
  fetch: (request, env) =>
    fetch(`${env.UPSTREAM}/responses`, { method: 'POST', headers: request.headers, body: request.body })
} satisfies ExportedHandler<PipeEnv>
