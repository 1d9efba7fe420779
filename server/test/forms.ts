/** Encodes a multipart form with text fields and files. A form without a file gets a note. */
export async function formOf(fields: Record<string, unknown>): Promise<{ headers: object; payload: Buffer }> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (value instanceof File) form.append(name, value);
    else if (value !== undefined && value !== null) form.append(name, value as string);
  }
  const hasFile = Object.values(fields).some((value) => value instanceof File);
  if (!hasFile) form.append('file', new File(['A note.'], 'note.txt'));
  const body = new Response(form);
  return {
    headers: { 'content-type': body.headers.get('content-type') },
    payload: Buffer.from(await body.arrayBuffer()),
  };
}
