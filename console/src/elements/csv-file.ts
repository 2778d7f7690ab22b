/** Hands the file to the browser, which keeps it. */
export function downloadCsv(text: string, name: string): void {
  const link = document.createElement('a');
  // Spreadsheets take a file without the mark for one of their own language.
  link.href = URL.createObjectURL(new Blob(['\ufeff', text], { type: 'text/csv' }));
  link.download = `${name}.csv`;
  link.click();
  URL.revokeObjectURL(link.href);
}
