// A first bot for every game, in JSON lines (docs/reference/bot-protocol.md).
//
//     g++ -O2 -std=c++17 -o rex examples/bots/any_game.cpp
//     spinney match build-your-arboretum ./rex seedling
//     spinney match spring-2021 json:./rex seedling
//
// It says something at random. So little is read of a request that no JSON library is needed: a
// bot that looks at the observation should use one.

#include <iostream>
#include <random>
#include <string>
#include <vector>

// The strings of the list behind a key, as they stand there: moves need no escapes.
std::vector<std::string> list(const std::string& line, const std::string& key) {
    std::vector<std::string> found;
    size_t at = line.find("\"" + key + "\":[");
    if (at == std::string::npos) return found;
    size_t end = line.find(']', at);
    at = line.find('[', at);
    while ((at = line.find('"', at + 1)) < end) {
        size_t close = line.find('"', at + 1);
        found.push_back(line.substr(at + 1, close - at - 1));
        at = close;
    }
    return found;
}

// The beginnings behind "next". Each is an object: {"words":"bid 3b","whole":true}
struct Beginning {
    std::string words;
    bool whole;
};

std::vector<Beginning> beginnings(const std::string& line) {
    std::vector<Beginning> found;
    const std::string words = "{\"words\":\"", whole = "\",\"whole\":";
    for (size_t at = line.find(words); at != std::string::npos; at = line.find(words, at + 1)) {
        size_t from = at + words.size(), to = line.find(whole, from);
        found.push_back({line.substr(from, to - from), line[to + whole.size()] == 't'});
    }
    return found;
}

int main() {
    std::mt19937 random(std::random_device{}());
    auto below = [&](size_t n) { return std::uniform_int_distribution<size_t>(0, n - 1)(random); };
    std::string line;
    while (std::getline(std::cin, line)) {
        auto moves = list(line, "legal");
        auto begun = beginnings(line);
        if (!moves.empty()) {
            std::cout << moves[below(moves.size())] << std::endl;
        } else if (!begun.empty()) {
            // Too many to list: begin one, and ask what can follow until it is whole.
            auto chosen = begun[below(begun.size())];
            std::cout << (chosen.whole ? "" : "? ") << chosen.words << std::endl;
        }  // else the line tells how it ended
    }
}
