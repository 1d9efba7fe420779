/** The bytes of a file in base64. @throws DOMException if it cannot be read, such as after it was deleted */
export async function inBase64(file: Blob): Promise<string> {
  const reader = new FileReader();
  const settled = new Promise((resolve, reject) => {
    reader.addEventListener('load', resolve);
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The file cannot be read')));
  });
  reader.readAsDataURL(file);
  await settled;
  // `data:image/png;base64,` precedes the bytes.
  return (reader.result as string).replace(/^[^,]*,/, '');
}
