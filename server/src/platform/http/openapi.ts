import { createRequire } from 'node:module';
import { dirname } from 'node:path';

import { mayNameActedFor } from '@careloop/contracts/endpoint';
import { failedResult } from '@careloop/contracts/result';
import type { Endpoint } from '@careloop/contracts/endpoint';
import fastifyStatic from '@fastify/static';
import { z } from 'zod';

import type { HttpApp } from './httpApp.ts';

/**
 * Serves `/api/openapi.json`, generated from the contracts, and `/api/docs`, an interactive page for it. All assets of
 * the page come from this server.
 */
export async function describeApi(app: HttpApp): Promise<void> {
  let document: object | undefined;
  app.http.get('/api/openapi.json', () => (document ??= openApiDocument(app)));
  const assets = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  await app.http.register(fastifyStatic, {
    root: assets,
    prefix: '/api/docs/',
    decorateReply: false,
    index: false,
    allowedPath: (path) => ['/swagger-ui.css', '/swagger-ui-bundle.js', '/favicon-32x32.png'].includes(path),
  });
  app.http.get('/api/docs', (_request, reply) => reply.type('text/html').send(docsPage(app.deps.config.productName)));
  app.http.get('/api/docs/start.js', (_request, reply) => reply.type('text/javascript').send(docsScript));
}

function openApiDocument(app: HttpApp): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const endpoint of app.endpoints) {
    const path = `/api${endpoint.path.replace(/:(\w+)/g, '{$1}')}`;
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${app.deps.config.productName} API`,
      version: '1',
      description:
        'Every answer carries wasSuccessful. A refused action or invalid input is an answer too: status 200, wasSuccessful false, validationErrors by field. A field or parameter that a call does not declare is refused.',
    },
    paths,
    components: {
      schemas: { FailedResult: schemaOf(failedResult, 'output') },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    },
  };
}

function operationOf(endpoint: Endpoint): object {
  const parameters = [...parametersOf(endpoint), ...idempotencyHeader(endpoint)];
  return {
    summary: endpoint.summary,
    tags: [tagOf(endpoint.path)],
    security: endpoint.access.kind === 'public' ? [] : [{ bearer: [] }],
    ...(endpoint.access.kind === 'permissions' && {
      description: `Needs ${endpoint.access.mode === 'all' ? 'all of' : 'any of'}: ${endpoint.access.permissions.join(', ')}`,
    }),
    ...(endpoint.authorization && { 'x-authorization': endpoint.authorization }),
    ...(parameters.length > 0 && { parameters }),
    ...(endpoint.method === 'POST' && {
      requestBody: { required: true, content: requestContent(endpoint) },
    }),
    responses: responsesOf(endpoint),
  };
}

function requestContent(endpoint: Endpoint): object {
  const schema = inputOf(endpoint);
  if (endpoint.takesFiles !== true) return { 'application/json': { schema } };
  const file = { type: 'string', contentMediaType: 'application/octet-stream' };
  const files = { properties: { ...schema.properties, file }, patternProperties: { '^file\\d{1,2}$': file } };
  return { 'multipart/form-data': { schema: { ...schema, ...files } } };
}

interface InputSchema {
  properties?: Record<string, object>;
  required?: string[];
}

/** Input of a call, with the person it may be made for. Undeclared fields are refused, except from other services. */
function inputOf(endpoint: Endpoint): InputSchema {
  const schema = schemaOf(endpoint.input, 'input', endpoint.isOfService !== true) as InputSchema;
  if (!mayNameActedFor(endpoint)) return schema;
  return { ...schema, properties: { onBehalfOfUserId: { type: 'integer' }, ...schema.properties } };
}

function responsesOf(endpoint: Endpoint): object {
  if (endpoint.redirects) return { 302: { description: 'Another address, for the browser itself.' } };
  if (endpoint.sendsFile) return { 200: { description: 'The file.', content: { [endpoint.sendsFile]: {} } } };
  const failure = { content: { 'application/json': { schema: { $ref: '#/components/schemas/FailedResult' } } } };
  const success = schemaOf(endpoint.output.extend({ wasSuccessful: z.literal(true) }), 'output');
  return {
    200: {
      description: 'What was asked, or why it was not done.',
      content: {
        'application/json': { schema: { anyOf: [success, { $ref: '#/components/schemas/FailedResult' }] } },
      },
    },
    ...(endpoint.access.kind !== 'public' && { 401: { description: 'No session', ...failure } }),
    ...(endpoint.access.kind === 'permissions' && { 403: { description: 'No permission', ...failure } }),
    ...(endpoint.method === 'POST' && { 409: { description: 'The row was changed meanwhile', ...failure } }),
  };
}

function parametersOf(endpoint: Endpoint): object[] {
  const inPath = new Set([...endpoint.path.matchAll(/:(\w+)/g)].map((match) => match[1]));
  if (endpoint.method === 'POST') return [];
  const schema = inputOf(endpoint);
  return Object.entries(schema.properties ?? {}).map(([name, property]) => ({
    name,
    in: inPath.has(name) ? 'path' : 'query',
    required: inPath.has(name) || (schema.required?.includes(name) ?? false),
    schema: property,
  }));
}

function idempotencyHeader(endpoint: Endpoint): object[] {
  if (!endpoint.idempotent) return [];
  const description = 'Chosen by the caller; repeating a key returns its first response and changes nothing.';
  return [
    { name: 'Idempotency-Key', in: 'header', schema: { type: 'string', minLength: 8, maxLength: 200 }, description },
  ];
}

function tagOf(path: string): string {
  const [first, second] = path.split('/').filter(Boolean);
  return first === 'provider' && second !== undefined ? second : (first ?? 'api');
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output', isClosed = false): object {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    reused: 'inline',
    override: ({ jsonSchema }) => {
      if (isClosed && jsonSchema.properties !== undefined) jsonSchema.additionalProperties ??= false;
    },
  });
  return rest;
}

function docsPage(productName: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>${productName} API</title>
    <link rel="icon" href="/api/docs/favicon-32x32.png" />
    <link rel="stylesheet" href="/api/docs/swagger-ui.css" />
  </head>
  <body>
    <div id="api"></div>
    <script src="/api/docs/swagger-ui-bundle.js"></script>
    <script src="/api/docs/start.js"></script>
  </body>
</html>`;
}

const docsScript = `SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#api', deepLinking: true, docExpansion: 'list',
  defaultModelsExpandDepth: -1, requestInterceptor: (request) => { request.headers['frontend-version'] = 'api-docs'; return request; } });`;
