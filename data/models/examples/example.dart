import 'dart:convert';
import 'dart:io';
import 'hiposantr.dart';

Future<void> main() async {
  final response = await (await HttpClient().getUrl(Uri.parse('http://localhost:8787/api.php?limit=5&min_magnitude=4'))).close();
  final list = ListAnswer.fromJson(jsonDecode(await utf8.decodeStream(response)) as Map<String, dynamic>);
  for (final one in list.earthquakes) print('${one.earthquake?.occurredAt} ${one.earthquake?.magnitude} ${one.earthquake?.location}');
}
