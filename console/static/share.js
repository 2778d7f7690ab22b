/** A photo that a phone's *Share* hands to the installed console: kept until the page, which it leads to, takes it away. */
addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'POST' || !request.url.endsWith('/assets/shared')) return;
  const take = async () => {
    const photo = (await request.formData()).get('photo');
    const shared = await caches.open('cardstock.shared');
    await shared.put('/photo', new Response(photo));
    return Response.redirect('../scan?shared=1', 303);
  };
  event.respondWith(take());
});
