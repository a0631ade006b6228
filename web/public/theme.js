// Before anything is painted: the theme that was chosen, or else the one that the system asks for.
(function () {
  var chosen = 'auto';
  try {
    chosen = (JSON.parse(localStorage.getItem('zauber.settings') || '{}') || {}).theme || 'auto';
  } catch (e) {
    // A storage that is closed or broken changes nothing.
  }
  var night = chosen === 'night' || (chosen === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = night ? 'night' : 'day';
})();
