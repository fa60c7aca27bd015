// The site as an OpenAPI document, made at build of the same schemas by which the Worker reads what it is sent. It is served at
// `/openapi.json`; nothing of it is in a script.
import { createDocument } from 'zod-openapi'
import { apiPaths, apiTag, refusalResponses } from './api-paths.ts'
import { asDocumented } from './schemas.ts'
import { sitePaths, siteResponses, siteTags } from './site-paths.ts'

const about = `API для программ в форме OpenAI: подходит любая библиотека, у которой можно сменить адрес. Ключи создаются на странице «API» в профиле, ответы оплачиваются токенами сайта.

Вызовы под \`/api\` — те, которыми пользуются сами страницы сайта. Ключ их не открывает, и меняться они могут без предупреждения.`

/** @param origin of the site, without a trailing slash */
const openApiDocument = (origin: string) =>
  createDocument(
    {
      openapi: '3.1.1',
      info: { title: 'Мощная AI Платформа', version: '1', description: about, termsOfService: `${origin}/terms` },
      servers: [{ url: origin }],
      externalDocs: { description: 'Как начать', url: `${origin}/api` },
      tags: [{ name: apiTag }, ...siteTags.map((name) => ({ name, description: 'Вызовы страниц сайта' }))],
      paths: { ...apiPaths(), ...sitePaths() },
      components: {
        securitySchemes: {
          apiKey: {
            type: 'http',
            scheme: 'bearer',
            description: 'Ключ API: `Authorization: Bearer sk-…`. Подходит и заголовок `x-api-key`.'
          },
          session: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'JWT',
            description:
              'Короткий токен вошедшего пользователя: его дают `POST /api/auth/login` и `POST /api/auth/refresh`.'
          }
        },
        responses: { ...refusalResponses, ...siteResponses }
      }
    },
    asDocumented
  )

/** The file as it is served. @param origin of the site, without a trailing slash */
export const openApiText = (origin: string): string => `${JSON.stringify(openApiDocument(origin))}\n`
